@NullMarked
package dev.butlerlabs.butler.tenants.objects.plan;

import org.jspecify.annotations.NullMarked;
