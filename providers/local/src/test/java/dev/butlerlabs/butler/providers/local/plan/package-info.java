@NullMarked
package dev.butlerlabs.butler.providers.local.plan;

import org.jspecify.annotations.NullMarked;
