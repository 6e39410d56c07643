/**
 * Machines on Nutanix AHV through Prism Central: made from an image under a UUID that was reserved
 * for them, marked with their owner's UID, started, and taken away again with all their disks.
 *
 * <p>Promises: a machine's UUID is written down before it is used, so that a lost answer never
 * makes a second machine. Never: a wait for a task, a change to a machine without the owner's mark.
 */
@NullMarked
package dev.butlerlabs.butler.providers.nutanix.machines;

import org.jspecify.annotations.NullMarked;
