/** Connections, requests and answers of HTTP/1.1 and HTTP/2, on one loop. */
@NullMarked
package dev.headroom.load.http;

import org.jspecify.annotations.NullMarked;
