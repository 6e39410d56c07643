@NullMarked
package dev.butlerlabs.butler.teams.team.plan;

import org.jspecify.annotations.NullMarked;
