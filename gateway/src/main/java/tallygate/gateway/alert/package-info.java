/**
 * What a person must be told: parts raise alerts here and take them back, channels carry them out. Comes in: an {@link
 * tallygate.gateway.alert.Alert} of any part; goes out: one message to each channel, grouped and limited.
 */
@NullMarked
package tallygate.gateway.alert;

import org.jspecify.annotations.NullMarked;
