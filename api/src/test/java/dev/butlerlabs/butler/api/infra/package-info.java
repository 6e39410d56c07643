/** What the infrastructure kinds say about themselves, in every spelling users have. */
@NullMarked
package dev.butlerlabs.butler.api.infra;

import org.jspecify.annotations.NullMarked;
