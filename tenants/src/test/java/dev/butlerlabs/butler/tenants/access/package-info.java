@NullMarked
package dev.butlerlabs.butler.tenants.access;

import org.jspecify.annotations.NullMarked;
