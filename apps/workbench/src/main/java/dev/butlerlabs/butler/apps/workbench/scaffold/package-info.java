/**
 * Makes the module of a further platform out of templates.
 *
 * <p>Promises: all changes are found possible before the first is written. Never: overwrites a
 * file.
 */
@NullMarked
package dev.butlerlabs.butler.apps.workbench.scaffold;

import org.jspecify.annotations.NullMarked;
