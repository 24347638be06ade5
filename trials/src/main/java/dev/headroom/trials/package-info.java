/** Services with one limit each, known by construction, and their healthy twins. Plain services: nothing in them knows Headroom. */
package dev.headroom.trials;
