package dev.butlerlabs.butler.providers.local;

/** Bootstrap data in the form Cluster API's kubeadm bootstrap provider writes it. */
public final class CloudConfigs {

  private CloudConfigs() {}

  /** A worker that finds its cluster by a token and a pinned key. */
  public static String byToken(String endpoint, String token, String pin, String registration) {
    return joining(
        "",
        """
        discovery:
          bootstrapToken:
            apiServerEndpoint: %s
            caCertHashes:
            - %s
            token: %s
        """
            .formatted(endpoint, pin, token),
        registration);
  }

  /** A worker that is told its cluster in a file. */
  public static String byFile(String kubeconfig, String token, String registration) {
    var file =
        """
        -   path: /etc/kubernetes/discovery.conf
            owner: root:root
            permissions: '0640'
            content: |
        %s"""
            .formatted(kubeconfig.indent(6));
    return joining(
        file,
        """
        discovery:
          file:
            kubeConfigPath: /etc/kubernetes/discovery.conf
          tlsBootstrapToken: %s
        """
            .formatted(token),
        registration);
  }

  private static String joining(String file, String discovery, String registration) {
    return """
    ## template: jinja
    #cloud-config

    write_files:
    %s-   path: /run/kubeadm/kubeadm-join-config.yaml
        owner: root:root
        permissions: '0640'
        content: |
          ---
          apiVersion: kubeadm.k8s.io/v1beta4
    %s      kind: JoinConfiguration
          nodeRegistration:
    %s-   path: /run/cluster-api/placeholder
        owner: root:root
        permissions: '0640'
        content: "makes the folder"
    runcmd:
      - 'kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml  && echo success > /run/cluster-api/bootstrap-success.complete'
    """
        .formatted(file, discovery.indent(6), registration.indent(8));
  }
}
