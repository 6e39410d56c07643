package dev.butlerlabs.butler.api.workspaces;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A workspace to copy from. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("workspacetemplates")
@ShortNames("wst")
@Doc("A workspace to copy from: all of it except whose it is and on which cluster it runs.")
@Column(name = "Display Name", path = ".spec.displayName")
@Column(name = "Image", path = ".spec.template.image")
@Column(name = "Category", path = ".spec.category")
@Column(name = "Scope", path = ".spec.scope")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class WorkspaceTemplate extends Resource<WorkspaceTemplateSpec, Void>
    implements Namespaced {}
