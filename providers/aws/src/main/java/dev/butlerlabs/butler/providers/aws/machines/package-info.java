/**
 * Machines on Amazon EC2, through its query API.
 *
 * <p>Promises: those of {@code providers.spi.machine}; what each verb does is in {@code
 * docs/contracts/provider-aws.md}. Never: an instance that does not carry its owner's UID and the
 * token it was ordered with.
 */
@NullMarked
package dev.butlerlabs.butler.providers.aws.machines;

import org.jspecify.annotations.NullMarked;
