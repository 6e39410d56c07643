@NullMarked
package dev.butlerlabs.butler.teams;

import org.jspecify.annotations.NullMarked;
