/**
 * Machines on Harvester: KubeVirt's virtual machines, their disks and their cloud-init Secret,
 * written through Harvester's Kubernetes API.
 *
 * <p>Promises: creates and never overwrites; deletes only what has the UID it looked at. Never: a
 * cached object, a Kubernetes client of the cluster Butler lives in.
 */
@NullMarked
package dev.butlerlabs.butler.providers.harvester.machines;

import org.jspecify.annotations.NullMarked;
