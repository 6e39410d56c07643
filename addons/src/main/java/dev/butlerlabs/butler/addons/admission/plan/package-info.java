/** What is asked about addons at admission and nowhere else, as pure functions. */
@NullMarked
package dev.butlerlabs.butler.addons.admission.plan;

import org.jspecify.annotations.NullMarked;
