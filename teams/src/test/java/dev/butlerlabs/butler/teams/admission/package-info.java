@NullMarked
package dev.butlerlabs.butler.teams.admission;

import org.jspecify.annotations.NullMarked;
