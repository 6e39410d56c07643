/** What both layers of this provider share: which bridge machines hang on. */
@NullMarked
package dev.butlerlabs.butler.providers.proxmox;

import org.jspecify.annotations.NullMarked;
