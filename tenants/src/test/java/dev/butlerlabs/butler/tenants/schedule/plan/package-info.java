@NullMarked
package dev.butlerlabs.butler.tenants.schedule.plan;

import org.jspecify.annotations.NullMarked;
