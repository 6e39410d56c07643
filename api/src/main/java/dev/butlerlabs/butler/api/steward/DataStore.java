package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A store that holds the state of tenants. */
@Group("steward.butlerlabs.dev")
@Version("v1alpha1")
@Plural("datastores")
@Doc(
    "A store that holds the state of hosted control planes: an etcd or a database, shared by"
        + " tenants which cannot see each other's data.")
@Column(name = "Driver", path = ".spec.driver")
@Column(name = "Ready", path = ".status.conditions[?(@.type==\"Ready\")].status")
@Column(name = "Reason", path = ".status.conditions[?(@.type==\"Ready\")].reason")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class DataStore extends Resource<DataStoreSpec, DataStoreStatus> {}
