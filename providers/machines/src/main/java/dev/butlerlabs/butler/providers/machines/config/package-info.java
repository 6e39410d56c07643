/**
 * ProviderConfigs: whether an infrastructure can be used, tried for real, and the account that
 * everything else is done with.
 *
 * <p>Promises: the Secret it names, and no other, is watched and read. Never: the room in pools,
 * which is told by ipam.
 */
@NullMarked
package dev.butlerlabs.butler.providers.machines.config;

import org.jspecify.annotations.NullMarked;
