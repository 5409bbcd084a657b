/**
 * The management listener: requests come in over Armeria, go through one door (who, may they, is it their own form, not too often)
 * to the one route that fits, and replies go out. Knows no page and no table.
 */
@NullMarked
package tallygate.gateway.admin.web;

import org.jspecify.annotations.NullMarked;
