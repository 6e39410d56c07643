@NullMarked
package dev.butlerlabs.butler.teams.signin;

import org.jspecify.annotations.NullMarked;
