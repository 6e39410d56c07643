/** What both layers of this provider share: the sizes of Azure Virtual Machines. */
@NullMarked
package dev.butlerlabs.butler.providers.azure;

import org.jspecify.annotations.NullMarked;
