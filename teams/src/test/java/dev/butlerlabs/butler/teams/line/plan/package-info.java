@NullMarked
package dev.butlerlabs.butler.teams.line.plan;

import org.jspecify.annotations.NullMarked;
