/**
 * The process behind {@code ./butler new} and {@code ./butler verify}: tools for those who write a
 * provider, or try one on a platform of their own.
 *
 * <p>Promises: every command ends with one clear sentence, and whatever it made elsewhere is gone
 * or named. Never: knowledge of a platform beyond the list of them.
 */
@NullMarked
package dev.butlerlabs.butler.apps.workbench;

import org.jspecify.annotations.NullMarked;
