/** The workbench's commands, run as a user would run them. */
@NullMarked
package dev.butlerlabs.butler.apps.workbench;

import org.jspecify.annotations.NullMarked;
