@NullMarked
package dev.butlerlabs.butler.teams.rules;

import org.jspecify.annotations.NullMarked;
