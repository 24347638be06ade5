module gateway

go 1.24
