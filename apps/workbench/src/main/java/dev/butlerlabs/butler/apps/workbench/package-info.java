/**
 * The process behind {@code ./butler new}: tools for those who write a provider.
 *
 * <p>Promises: every command ends with one clear sentence, and whatever it made elsewhere is gone
 * or named. Never: knowledge of a platform beyond the list of them.
 */
@NullMarked
package dev.butlerlabs.butler.apps.workbench;

import org.jspecify.annotations.NullMarked;
