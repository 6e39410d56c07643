package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A route's own status, with where it leads. */
public record RouteStatus(
    @Doc("Which route it is.") @Nullable RouteRef routeRef,
    @Doc("Where the route is reached.") List<AccessPoint> accessPoints,
    @Required @Items(max = 32) @ListType("atomic") @Doc("What each parent says about the route.")
        List<Parent> parents)
    implements Wire {

  static final String DOMAIN_AND_PATH =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
          + "\\/[A-Za-z0-9\\/\\-._~%!$&'()*+,;=:]+$";

  public RouteStatus {
    accessPoints = Wire.list(accessPoints);
    parents = Wire.list(parents);
  }

  /** Names the route. */
  public record RouteRef(@Default("") @Doc("Name of the route.") @Nullable String name)
      implements Wire {}

  /** One address of the route. */
  public record AccessPoint(
      @Required
          @Length(min = 1, max = 253)
          @Pattern("^Hostname|IPAddress|NamedAddress|" + DOMAIN_AND_PATH)
          @Doc("What the value is: Hostname, IPAddress or NamedAddress.")
          String type,
      @Required @Doc("The address.") String value,
      @Required @Doc("Port of the listener.") int port,
      @Doc("Complete addresses, for example https://name:6443.") List<String> urls)
      implements Wire {

    public AccessPoint {
      urls = Wire.list(urls);
    }
  }

  /** What one parent says about the route. */
  public record Parent(
      @Required @Doc("Which parent it is.") ParentRef parentRef,
      @Required
          @Length(min = 1, max = 253)
          @Pattern("^" + DOMAIN_AND_PATH)
          @Doc("Controller that wrote this, as domain/path.")
          String controllerName,
      @Required
          @Items(min = 1, max = 8)
          @MapKey("type")
          @Doc("Whether the route was accepted, and why.")
          List<Condition> conditions)
      implements Wire {

    public Parent {
      conditions = Wire.list(conditions);
    }
  }
}
