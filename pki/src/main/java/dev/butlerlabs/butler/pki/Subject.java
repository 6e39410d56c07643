package dev.butlerlabs.butler.pki;

import java.util.ArrayList;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/**
 * Whom a certificate speaks for. Kubernetes reads the common name as the user and each organization
 * as a group.
 */
public record Subject(String commonName, List<String> organizations) {

  public Subject {
    if (commonName.isBlank()) {
      throw new IllegalArgumentException("A certificate's subject needs a common name");
    }
    organizations = List.copyOf(organizations);
  }

  public static Subject named(String commonName) {
    return new Subject(commonName, List.of());
  }

  public static Subject of(X500Principal principal) {
    return of(X500Name.getInstance(principal.getEncoded()));
  }

  static Subject of(X500Name name) {
    var organizations = new ArrayList<String>();
    for (var part : name.getRDNs(BCStyle.O)) {
      organizations.add(IETFUtils.valueToString(part.getFirst().getValue()));
    }
    var common = name.getRDNs(BCStyle.CN);
    if (common.length == 0) {
      throw new UnreadableInput("The subject " + name + " has no common name (CN)");
    }
    var value = common[common.length - 1].getFirst().getValue();
    return new Subject(IETFUtils.valueToString(value), organizations);
  }

  X500Name name() {
    var builder = new X500NameBuilder(BCStyle.INSTANCE);
    organizations.forEach(organization -> builder.addRDN(BCStyle.O, organization));
    return builder.addRDN(BCStyle.CN, commonName).build();
  }
}
