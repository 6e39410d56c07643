@NullMarked
package dev.butlerlabs.butler.teams.line;

import org.jspecify.annotations.NullMarked;
