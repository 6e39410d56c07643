/**
 * The catalog that comes with the platform: one AddonDefinition per file, and the page about them.
 *
 * <p>Promises: every entry is well-formed by the rules that users' entries are held to. Never: a
 * password, or a LoadBalancer nobody asked for.
 */
@NullMarked
package dev.butlerlabs.butler.addons.catalog;

import org.jspecify.annotations.NullMarked;
