@NullMarked
package dev.butlerlabs.butler.teams.team;

import org.jspecify.annotations.NullMarked;
