package dev.butlerlabs.butler.steward.approval.plan;

import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.net.Subnet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges requests for serving certificates.
 *
 * <p>A node writes its own addresses into its Node, so what stands there is not enough: whatever
 * could be somebody else for certain, such as the API server or a Service, is no node's.
 *
 * @param allowed where nodes have addresses; anywhere when there are none
 * @param services ranges of addresses that belong to Services
 * @param domain of the tenant's Services
 * @param server the host at which the tenant's API server is reached
 */
public record Judge(List<Subnet> allowed, List<Subnet> services, String domain, String server) {

  private static final String NODES = "system:nodes";
  private static final String SERVER_AUTH = "server auth";
  private static final String SIGNATURE = "digital signature";
  private static final Set<String> USAGES = Set.of(SERVER_AUTH, SIGNATURE, "key encipherment");

  /** This machine, any machine, many machines. */
  private static final List<Subnet> NOBODYS =
      Subnet.parseAll("127.0.0.0/8,::1/128,0.0.0.0/8,::/128,224.0.0.0/4,ff00::/8");

  public Judge {
    allowed = List.copyOf(allowed);
    services = List.copyOf(services);
  }

  /**
   * The judgement.
   *
   * @param node the tenant's Node of the asker's name, if there is one
   */
  public Judgement judge(Asked asked, Asked.@Nullable Node node) {
    var objection = asker(asked).or(() -> usages(asked));
    if (objection.isPresent()) {
      return new Judgement.Leave(objection.get());
    }
    try {
      var request = SigningRequest.parse(asked.pem());
      return content(asked, request)
          .<Judgement>map(Judgement.Leave::new)
          .orElseGet(() -> names(request, node));
    } catch (RuntimeException unreadable) {
      // Whatever a hostile request does to the parser concerns only that request.
      return new Judgement.Leave("it cannot be read: " + unreadable.getMessage());
    }
  }

  private static Optional<String> asker(Asked asked) {
    return asked.node().isEmpty() || !asked.groups().contains(NODES)
        ? Optional.of("no node asks for it, but " + asked.user())
        : Optional.empty();
  }

  private static Optional<String> usages(Asked asked) {
    var fits =
        USAGES.containsAll(asked.usages())
            && asked.usages().contains(SERVER_AUTH)
            && asked.usages().contains(SIGNATURE);
    return fits ? Optional.empty() : Optional.of("a kubelet does not need " + asked.usages());
  }

  private static Optional<String> content(Asked asked, SigningRequest request) {
    var subject = request.subject();
    if (!subject.commonName().equals(asked.user())) {
      return Optional.of("%s asks in the name of %s".formatted(asked.user(), subject.commonName()));
    }
    if (!subject.organizations().equals(List.of(NODES))) {
      return Optional.of("its organizations are " + subject.organizations());
    }
    return request.names().isEmpty()
        ? Optional.of("it names neither a host nor an address")
        : Optional.empty();
  }

  private Judgement names(SigningRequest request, Asked.@Nullable Node node) {
    for (var name : request.names()) {
      var reserved = reserved(name);
      if (reserved.isPresent()) {
        return new Judgement.Leave(reserved.get());
      }
    }
    if (node == null) {
      return new Judgement.Wait("there is no Node of that name");
    }
    return request.names().stream()
        .filter(name -> !has(node, name))
        .findFirst()
        .<Judgement>map(name -> new Judgement.Wait("the Node does not have " + name))
        .orElseGet(Judgement.Approve::new);
  }

  private Optional<String> reserved(SubjectAltName name) {
    return switch (name) {
      case SubjectAltName.Dns(var host) ->
          belongsElsewhere(host)
              ? Optional.of(host + " is not a name that a node can have")
              : Optional.empty();
      case SubjectAltName.Ip ip -> reserved(ip);
    };
  }

  private boolean belongsElsewhere(String host) {
    return host.startsWith("*")
        || host.equals("localhost")
        || host.equals("kubernetes")
        || host.equals(server.toLowerCase(Locale.ROOT))
        || host.endsWith(".svc")
        || host.contains(".svc.")
        || host.equals("kubernetes.default")
        || host.endsWith("." + domain.toLowerCase(Locale.ROOT));
  }

  private Optional<String> reserved(SubjectAltName.Ip ip) {
    var text = ip.toString();
    if (NOBODYS.stream().anyMatch(range -> range.contains(text))
        || services.stream().anyMatch(range -> range.contains(text))
        || text.equals(server)) {
      return Optional.of(text + " is not an address that a node can have");
    }
    return allowed.isEmpty() || allowed.stream().anyMatch(range -> range.contains(text))
        ? Optional.empty()
        : Optional.of(text + " is not in workerBootstrap.allowedSubnets");
  }

  private static boolean has(Asked.Node node, SubjectAltName name) {
    return switch (name) {
      case SubjectAltName.Dns(var host) ->
          node.names().stream().anyMatch(one -> one.toLowerCase(Locale.ROOT).equals(host));
      case SubjectAltName.Ip ip ->
          node.addresses().stream().anyMatch(one -> SubjectAltName.of(one).equals(ip));
    };
  }
}
