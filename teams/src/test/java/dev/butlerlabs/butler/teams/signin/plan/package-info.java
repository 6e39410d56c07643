@NullMarked
package dev.butlerlabs.butler.teams.signin.plan;

import org.jspecify.annotations.NullMarked;
