/** Delivery to brokers, tried against real ones that these tests start for themselves. */
package tallygate.brokers;
