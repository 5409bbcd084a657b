/** The deployment files under {@code config/deploy}, held against the tools that read them and against what the gateway really serves. */
@NullMarked
package tallygate.deploy;

import org.jspecify.annotations.NullMarked;
