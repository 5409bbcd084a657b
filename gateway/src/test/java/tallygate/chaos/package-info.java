/** What fails around packaged gateways, all at once: processes, networks, disks, clocks; and a checker of what they promise. */
package tallygate.chaos;
