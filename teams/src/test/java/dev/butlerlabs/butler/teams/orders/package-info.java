@NullMarked
package dev.butlerlabs.butler.teams.orders;

import org.jspecify.annotations.NullMarked;
