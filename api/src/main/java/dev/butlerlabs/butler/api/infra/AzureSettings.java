package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** An Azure subscription and resource group. */
public record AzureSettings(
    @Doc("Another place for spec.credentialsRef; the Secret holds a service principal.")
        @Nullable SecretRef credentialsRef,
    @Required @Doc("ID of the subscription that is billed.") String subscriptionID,
    @Required @Doc("Resource group that everything is made in.") String resourceGroup,
    @Doc("Region, for example westeurope.") @Nullable String location,
    @Doc("Virtual network of the machines.") @Nullable String vnetName,
    @Doc("Subnet of the machines, inside vnetName.") @Nullable String subnetName,
    @Doc("Size of a machine when nothing else names one, for example Standard_D4s_v5.")
        @Nullable String vmSize,
    @Doc(
            "Image that machines start from: publisher:offer:sku:version, or the ID of a managed or"
                + " gallery image.")
        @Nullable String imageURN,
    @Doc(
            "ARM ID of the user-assigned identity of machines; the cluster's cloud controller acts"
                + " with it.")
        @Nullable String nodeIdentity)
    implements Wire {}
