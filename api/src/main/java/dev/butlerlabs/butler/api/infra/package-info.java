/**
 * Infrastructure and what is asked of it: ProviderConfig, MachineRequest, ImageSync.
 *
 * <p>Promises: an infrastructure is read the same way in its released and in its older spelling.
 * Never: calls to an infrastructure.
 */
@NullMarked
package dev.butlerlabs.butler.api.infra;

import org.jspecify.annotations.NullMarked;
