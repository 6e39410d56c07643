/** Addons as they are judged before they are stored. */
@NullMarked
package dev.butlerlabs.butler.addons.admission.plan;

import org.jspecify.annotations.NullMarked;
