/** What both layers of this provider share: the sizes of Amazon EC2. */
@NullMarked
package dev.butlerlabs.butler.providers.aws;

import org.jspecify.annotations.NullMarked;
