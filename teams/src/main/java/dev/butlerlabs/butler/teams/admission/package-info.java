/**
 * The rules of teams, asked before a TenantCluster, a Team or a ClusterCreationPolicy is stored.
 *
 * <p>Promises: the words of {@code teams.rules}, by what is stored at that moment. Never: decides;
 * orders that come at the same time can all be let in.
 */
@NullMarked
package dev.butlerlabs.butler.teams.admission;

import org.jspecify.annotations.NullMarked;
