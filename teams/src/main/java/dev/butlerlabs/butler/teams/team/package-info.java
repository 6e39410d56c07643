/**
 * What makes a Team true: its namespace, the rights of its members, and what its status tells.
 *
 * <p>Promises: a change of members is in force with the next write; a namespace that Butler did not
 * make is neither taken over nor removed; a Team goes only after its last cluster. Never: decides
 * about orders, which is the rules' part.
 */
@NullMarked
package dev.butlerlabs.butler.teams.team;

import org.jspecify.annotations.NullMarked;
