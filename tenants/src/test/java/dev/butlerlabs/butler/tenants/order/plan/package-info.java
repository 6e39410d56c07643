@NullMarked
package dev.butlerlabs.butler.tenants.order.plan;

import org.jspecify.annotations.NullMarked;
