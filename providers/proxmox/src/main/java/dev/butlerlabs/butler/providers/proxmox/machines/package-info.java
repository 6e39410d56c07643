/**
 * Machines on Proxmox VE: cloned from a template, marked with their owner's UID, configured,
 * started, and taken away again with all their disks.
 *
 * <p>Promises: a machine's number is written down before it is used, so that a lost answer never
 * makes a second machine. Never: a wait for a task, a change to a machine without the owner's mark.
 */
@NullMarked
package dev.butlerlabs.butler.providers.proxmox.machines;

import org.jspecify.annotations.NullMarked;
