package dev.butlerlabs.butler.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One value in a credentials Secret, under every key it is known to be stored under. The first
 * spelling is the one to write; reading takes the first that is there.
 */
public enum CredentialKeys {
  /** Harvester: the kubeconfig, unless the reference names another key. */
  HARVESTER_KUBECONFIG("kubeconfig"),
  /** Nutanix: user of Prism Central. */
  NUTANIX_USERNAME("username", "NUTANIX_USER"),
  /** Nutanix: password of that user. */
  NUTANIX_PASSWORD("password", "NUTANIX_PASSWORD"),
  /** Nutanix: certificates that Prism Central is trusted by. */
  NUTANIX_CA("ca.pem", "ca.crt"),
  /** Proxmox: user with realm, when signing in with a password. */
  PROXMOX_USERNAME("username"),
  /** Proxmox: password of that user. */
  PROXMOX_PASSWORD("password"),
  /** Proxmox: id of an API token. */
  PROXMOX_TOKEN_ID("token", "tokenId", "PROXMOX_TOKEN_ID"),
  /** Proxmox: secret of that token. */
  PROXMOX_TOKEN_SECRET("tokenSecret", "PROXMOX_TOKEN_SECRET"),
  /** Proxmox: address of the API, where the Secret carries it. */
  PROXMOX_ENDPOINT("endpoint"),
  /** Proxmox: certificates that the API is trusted by. */
  PROXMOX_CA("ca.crt", "ca.pem"),
  /** AWS: id of the access key. */
  AWS_ACCESS_KEY_ID("accessKeyID", "accessKeyId"),
  /** AWS: secret of that access key. */
  AWS_SECRET_ACCESS_KEY("secretAccessKey"),
  /** Azure: id of the application. */
  AZURE_CLIENT_ID("clientID", "clientId"),
  /** Azure: secret of that application. */
  AZURE_CLIENT_SECRET("clientSecret"),
  /** Azure: the directory the application is in. */
  AZURE_TENANT_ID("tenantID", "tenantId"),
  /** Azure: the subscription, at bootstrap. */
  AZURE_SUBSCRIPTION_ID("subscriptionID"),
  /** Azure: the network security group, at bootstrap. */
  AZURE_SECURITY_GROUP_NAME("securityGroupName"),
  /** Google Cloud: the JSON key of a service account. */
  GCP_SERVICE_ACCOUNT_KEY("serviceAccountKey", "serviceAccount"),
  /** GitHub, GitLab: an access token. */
  GIT_TOKEN("token"),
  /** Bitbucket: the user. */
  BITBUCKET_USERNAME("username"),
  /** Bitbucket: an app password of that user. */
  BITBUCKET_APP_PASSWORD("app-password"),
  /** OpenID Connect: the client secret, unless the reference names another key. */
  OIDC_CLIENT_SECRET("client-secret"),
  /** Google Workspace: key of the service account that looks up groups. */
  GOOGLE_SERVICE_ACCOUNT("service-account.json"),
  /** Image Factory: its API key. */
  IMAGE_FACTORY_API_KEY("apiKey");

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of, which cannot change
  private final List<String> spellings;

  CredentialKeys(String... spellings) {
    this.spellings = List.of(spellings);
  }

  /** Every key the value may stand under, the preferred one first. */
  public List<String> spellings() {
    return spellings;
  }

  /** The key to write the value under. */
  public String canonical() {
    return spellings.getFirst();
  }

  /** The value under the first spelling that is there and not empty. */
  public Optional<String> find(Map<String, String> secret) {
    return spellings.stream()
        .filter(key -> !secret.getOrDefault(key, "").isEmpty())
        .findFirst()
        .map(secret::get);
  }
}
