@NullMarked
package dev.butlerlabs.butler.tenants.access.plan;

import org.jspecify.annotations.NullMarked;
