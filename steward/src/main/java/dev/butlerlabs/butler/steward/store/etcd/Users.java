package dev.butlerlabs.butler.steward.store.etcd;

import java.util.List;

/** The calls on users, roles and what they may. */
public record Users(Session session) {

  private static final int READ_AND_WRITE = 2;

  /** What a role may do with the keys of a span. */
  public record Permission(int kind, Keys.Span span) {

    public static Permission readAndWrite(Keys.Span span) {
      return new Permission(READ_AND_WRITE, span);
    }

    static Permission read(Incoming message) {
      var span = new Keys.Span(message.bytes(2), message.bytes(3));
      return new Permission((int) message.number(1), span);
    }

    private Outgoing message() {
      return new Outgoing().number(1, kind).bytes(2, span.from()).bytes(3, span.to());
    }
  }

  /** Whether anybody has to say who they are. */
  public Reply<Boolean> authenticationIsOn() {
    return session.ask("Auth/AuthStatus", new Outgoing(), answer -> answer.flag(2));
  }

  public Reply<Boolean> switchAuthenticationOn() {
    return session.tell("Auth/AuthEnable", new Outgoing());
  }

  /** A user who signs in by certificate only. */
  public Reply<Boolean> add(String user) {
    var withoutPassword = new Outgoing().flag(1, true);
    return session.tell("Auth/UserAdd", new Outgoing().text(1, user).message(3, withoutPassword));
  }

  public Reply<Boolean> remove(String user) {
    return session.tell("Auth/UserDelete", new Outgoing().text(1, user));
  }

  public Reply<List<String>> all() {
    return session.ask("Auth/UserList", new Outgoing(), answer -> answer.texts(2));
  }

  public Reply<List<String>> rolesOf(String user) {
    return session.ask("Auth/UserGet", new Outgoing().text(1, user), answer -> answer.texts(2));
  }

  public Reply<Boolean> grant(String user, String role) {
    return session.tell("Auth/UserGrantRole", new Outgoing().text(1, user).text(2, role));
  }

  public Reply<Boolean> revoke(String user, String role) {
    return session.tell("Auth/UserRevokeRole", new Outgoing().text(1, user).text(2, role));
  }

  public Reply<Boolean> addRole(String role) {
    return session.tell("Auth/RoleAdd", new Outgoing().text(1, role));
  }

  public Reply<Boolean> removeRole(String role) {
    return session.tell("Auth/RoleDelete", new Outgoing().text(1, role));
  }

  public Reply<List<String>> allRoles() {
    return session.ask("Auth/RoleList", new Outgoing(), answer -> answer.texts(2));
  }

  public Reply<List<Permission>> permissionsOf(String role) {
    return session.ask(
        "Auth/RoleGet",
        new Outgoing().text(1, role),
        answer -> answer.messages(2).stream().map(Permission::read).toList());
  }

  public Reply<Boolean> permit(String role, Permission permission) {
    var request = new Outgoing().text(1, role).message(2, permission.message());
    return session.tell("Auth/RoleGrantPermission", request);
  }

  public Reply<Boolean> forbid(String role, Permission permission) {
    var span = permission.span();
    var request = new Outgoing().text(1, role).bytes(2, span.from()).bytes(3, span.to());
    return session.tell("Auth/RoleRevokePermission", request);
  }
}
