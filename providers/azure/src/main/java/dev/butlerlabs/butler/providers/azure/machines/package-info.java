/**
 * Machines on Azure, made and removed through Resource Manager.
 *
 * <p>Promises: those of {@code providers.spi}; everything made carries the owner's UID in its tags
 * and, but for the machine, in its name. Never: a call that would overwrite what somebody else
 * made, or waits for work under way.
 */
@NullMarked
package dev.butlerlabs.butler.providers.azure.machines;

import org.jspecify.annotations.NullMarked;
