@NullMarked
package dev.butlerlabs.butler.tenants.drain;

import org.jspecify.annotations.NullMarked;
