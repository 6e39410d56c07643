package dev.butlerlabs.butler.ipam.allocator;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A height-balanced (AVL) search tree whose nodes are the things it holds.
 *
 * <p>The JDK's trees keep an entry object beside each value and cannot carry sums of a subtree;
 * both matter here: the first for the heap of large pools, the second for asking about ranges.
 *
 * <p>In a large pool most of the time goes into fetching nodes from memory. So a change looks
 * beside its path only where heights changed, or where the sum of a subtree cannot be told without.
 */
abstract class Tree<N extends Tree.Node<N>> {

  /** Something that can be in one tree at a time. */
  abstract static class Node<N extends Node<N>> {
    @Nullable N left;
    @Nullable N right;
    byte height = 1;
  }

  private @Nullable N root;
  private int size;

  /** The order of the tree; no two nodes in it may be equal. */
  abstract int compare(N one, N other);

  /** Brings what the node knows about its subtree up to date from its children. */
  void refresh(N node) {}

  /** The same when all that happened is that another node came into the subtree. */
  void include(N node, N newcomer) {}

  /** Whether what the node knows about its subtree may be due to one that has left it. */
  boolean leansOn(N node, N gone) {
    return false;
  }

  final @Nullable N root() {
    return root;
  }

  final int size() {
    return size;
  }

  final void insert(N node) {
    node.left = null;
    node.right = null;
    node.height = 1;
    root = insert(root, node);
    size++;
  }

  private N insert(@Nullable N at, N node) {
    if (at == null) {
      refresh(node);
      return node;
    }
    var left = compare(node, at) < 0;
    var child = left ? at.left : at.right;
    var before = height(child);
    var after = insert(child, node);
    put(at, left, after);
    if (after.height != before) {
      return balanced(at);
    }
    include(at, node);
    return at;
  }

  /** Takes out the node that compares equal to this one. */
  final void remove(N node) {
    root = remove(root, node);
    size--;
  }

  private @Nullable N remove(@Nullable N at, N node) {
    if (at == null) {
      throw new IllegalStateException("what should be removed is not there");
    }
    var order = compare(node, at);
    if (order == 0) {
      return joined(at.left, at.right);
    }
    var child = order < 0 ? at.left : at.right;
    var before = height(child);
    var after = remove(child, node);
    put(at, order < 0, after);
    return without(at, node, height(after) != before);
  }

  private @Nullable N joined(@Nullable N left, @Nullable N right) {
    if (left == null) {
      return right;
    }
    if (right == null) {
      return left;
    }
    var top = first(right);
    top.right = withoutFirst(right, top);
    top.left = left;
    return balanced(top);
  }

  private @Nullable N withoutFirst(N at, N first) {
    if (at.left == null) {
      return at.right;
    }
    var before = at.left.height;
    var after = withoutFirst(at.left, first);
    at.left = after;
    return without(at, first, height(after) != before);
  }

  private N without(N at, N gone, boolean lower) {
    if (lower) {
      return balanced(at);
    }
    if (leansOn(at, gone)) {
      refresh(at);
    }
    return at;
  }

  /** Puts a node in the place of one; no other node of the tree may lie between the two. */
  final void replace(N old, N node) {
    node.left = old.left;
    node.right = old.right;
    node.height = old.height;
    root = replace(root, old, node);
  }

  private N replace(@Nullable N at, N old, N node) {
    if (at == null) {
      throw new IllegalStateException("what should be replaced is not there");
    }
    var order = compare(old, at);
    if (order == 0) {
      refresh(node);
      return node;
    }
    put(at, order < 0, replace(order < 0 ? at.left : at.right, old, node));
    if (leansOn(at, old)) {
      refresh(at);
    } else {
      include(at, node);
    }
    return at;
  }

  private static <N extends Node<N>> void put(N at, boolean left, @Nullable N child) {
    if (left) {
      at.left = child;
    } else {
      at.right = child;
    }
  }

  private N balanced(N at) {
    var lean = height(at.left) - height(at.right);
    if (lean > 1 && at.left != null) {
      if (height(at.left.left) < height(at.left.right)) {
        at.left = turnedLeft(at.left);
      }
      return turnedRight(at);
    }
    if (lean < -1 && at.right != null) {
      if (height(at.right.right) < height(at.right.left)) {
        at.right = turnedRight(at.right);
      }
      return turnedLeft(at);
    }
    measure(at);
    return at;
  }

  private N turnedRight(N at) {
    var top = at.left;
    if (top == null) {
      return at;
    }
    at.left = top.right;
    top.right = at;
    measure(at);
    measure(top);
    return top;
  }

  private N turnedLeft(N at) {
    var top = at.right;
    if (top == null) {
      return at;
    }
    at.right = top.left;
    top.left = at;
    measure(at);
    measure(top);
    return top;
  }

  private void measure(N at) {
    at.height = (byte) (1 + Math.max(height(at.left), height(at.right)));
    refresh(at);
  }

  private int height(@Nullable N node) {
    return node == null ? 0 : node.height;
  }

  static <N extends Node<N>> N first(N at) {
    var first = at;
    while (first.left != null) {
      first = first.left;
    }
    return first;
  }

  static <N extends Node<N>> N last(N at) {
    var last = at;
    while (last.right != null) {
      last = last.right;
    }
    return last;
  }

  /** Every node, in order. */
  final void forEach(Consumer<? super N> action) {
    forEach(root, action);
  }

  private void forEach(@Nullable N at, Consumer<? super N> action) {
    if (at != null) {
      forEach(at.left, action);
      action.accept(at);
      forEach(at.right, action);
    }
  }
}
