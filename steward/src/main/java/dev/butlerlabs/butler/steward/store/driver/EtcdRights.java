package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.steward.store.etcd.Denial;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Users;
import dev.butlerlabs.butler.steward.store.etcd.Users.Permission;
import java.util.List;
import java.util.function.Function;

/**
 * A tenant's user and role in etcd.
 *
 * <p>Looked at first and changed only where they differ: each change makes calls of other tenants
 * that are under way at that moment fail once.
 */
record EtcdRights(Users users, Corner corner, Span span) {

  /** Exactly one role with exactly one permission, and a user with exactly that role. */
  Reply<Boolean> ensure() {
    return ensureRole().then(_ -> ensurePermissions()).then(_ -> ensureUser());
  }

  private Reply<Boolean> ensureRole() {
    var found = users.permissionsOf(role());
    return found.denied(Denial.NO_SUCH_ROLE)
        ? users.addRole(role()).or(Denial.ROLE_EXISTS, true)
        : found.map(_ -> true);
  }

  private Reply<Boolean> ensurePermissions() {
    var wanted = Permission.readAndWrite(span);
    return users
        .permissionsOf(role())
        .then(
            found ->
                each(
                        found.stream().filter(other -> !other.equals(wanted)).toList(),
                        other ->
                            users.forbid(role(), other).or(Denial.PERMISSION_NOT_GRANTED, true))
                    .then(
                        _ ->
                            found.contains(wanted)
                                ? Reply.answered(true)
                                : users.permit(role(), wanted)));
  }

  private Reply<Boolean> ensureUser() {
    var found = users.rolesOf(corner.user());
    var roles =
        found.denied(Denial.NO_SUCH_USER)
            ? users
                .add(corner.user())
                .or(Denial.USER_EXISTS, true)
                .then(_ -> users.rolesOf(corner.user()))
            : found;
    return roles.then(
        held ->
            each(
                    held.stream().filter(other -> !other.equals(role())).toList(),
                    other -> users.revoke(corner.user(), other).or(Denial.ROLE_NOT_GRANTED, true))
                .then(
                    _ ->
                        held.contains(role())
                            ? Reply.answered(true)
                            : users.grant(corner.user(), role())));
  }

  /** The user first: with it goes every way in. */
  Reply<Boolean> remove() {
    return users
        .remove(corner.user())
        .or(Denial.NO_SUCH_USER, true)
        .then(_ -> users.removeRole(role()).or(Denial.NO_SUCH_ROLE, true));
  }

  private String role() {
    return corner.schema();
  }

  private static <E> Reply<Boolean> each(List<E> all, Function<E, Reply<Boolean>> work) {
    Reply<Boolean> reply = Reply.answered(true);
    for (var one : all) {
      reply = reply.then(_ -> work.apply(one));
    }
    return reply;
  }
}
